import { cpSync } from 'node:fs'
import { minify } from 'terser'
import { build, defineConfig, type LibraryOptions, type Plugin, type UserConfig } from 'vite'

/** Configures a build of one entry. As a library, because Vite adds code to applications that loads modules ahead. */
const configOf = (lib: LibraryOptions): UserConfig => ({
  css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: 130 << 16 } } },
  build: {
    lib,
    // The oldest versions that support `light-dark()`: https://caniuse.com/mdn-css_types_color_light-dark
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // For Safari 17.5 alone, Vite would replace it all the same.
    cssTarget: ['chrome123', 'firefox120'],
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
  },
})

/** Makes what is minified 1.5 % smaller: Terser looks for more, once Rolldown's own minifier is done. */
const terser: Plugin = {
  name: 'terser',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      // Reading a property has no effects here, and nothing needs `arguments` or calls an arrow function with `new`.
      const compress = { passes: 3, ecma: 2020, pure_getters: true, keep_fargs: false, unsafe_arrows: true } as const
      const { code } = await minify(file.code, { module: file.fileName !== 'widget.js', compress })
      file.code = code!
    }
  },
}

/**
 * Adds the page that is a panel alone, and builds `widget.js` after the panel, because it contains the hashed names of the panel and of what shows messages. It is one classic script without
 * imports, so that sites need no `type="module"`, and none of its names becomes a global of the site.
 */
const loader: Plugin = {
  name: 'loader',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const addressOf = (name: string) => {
      const file = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === name)
      return JSON.stringify(file!.fileName.replace('assets/', ''))
    }
    const entry = 'src/loader/loader.ts'
    const config = configOf({ entry, formats: ['iife'], name: 'frontdesk', fileName: () => 'widget.js' })
    await build({
      ...config,
      configFile: false,
      plugins: [terser],
      logLevel: 'warn',
      define: {
        'import.meta.env.PANEL': addressOf('panel'),
        'import.meta.env.PROACTIVE': addressOf('proactive'),
      },
      build: { ...config.build, outDir: dir!, emptyOutDir: false },
    })
    cpSync('chat.html', `${dir}/chat.html`)
    cpSync('icon.svg', `${dir}/assets/chat-icon.svg`)
  },
}

const panel = configOf({
  entry: { panel: 'src/panel/panel.tsx', proactive: 'src/proactive/proactive.ts' },
  formats: ['es'],
})

export default defineConfig({
  ...panel,
  build: {
    ...panel.build,
    manifest: true,
    rolldownOptions: {
      // The extras import what they share with the panel from it, rather than both from a third file.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // Vite leaves the spaces in libraries, and the minifier the marks of pure calls, which are for bundlers.
        minify: true,
        comments: false,
      },
    },
  },
  plugins: [terser, loader],
})

import { defineConfig } from 'vite'

/** Where `make console` finds the API. */
const platform = process.env.BASE_URL ?? 'http://localhost:8080'

export default defineConfig({
  base: '/console/',
  css: { transformer: 'lightningcss' },
  build: {
    // The oldest versions that support `light-dark()`: https://caniuse.com/mdn-css_types_color_light-dark
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // No `data:` URLs, which the content security policy allows for images alone.
    assetsInlineLimit: 0,
    // One sheet of all screens is two thirds of what theirs are when each is compressed by itself.
    cssCodeSplit: false,
    // Tells test/browser/budgets.test.ts which chunks a screen needs.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    // The gateway compares the browser's `Host` and `Origin`, so the proxy keeps them.
    proxy: { '/api': { target: platform, changeOrigin: false } },
  },
})

/** The least contrast of text and its background (WCAG 2.2, 1.4.3, AA). */
export const minContrast = 4.5

type Rgb = [number, number, number]

const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb
const colorOf = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Relative luminance of a color in sRGB (WCAG 2.2, definition). */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOfRgb = (one: Rgb, other: Rgb): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The contrast of two colors (`#1a2b3c`), from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrastOfRgb(rgbOf(one), rgbOf(other))

/**
 * The color nearest to `accent`, on the way to black or to white, on which `onAccent` can be read; undefined when even those
 * two don't do.
 */
export function nearestAccent(accent: string, onAccent: string): string | undefined {
  const [from, text] = [rgbOf(accent), rgbOf(onAccent)]
  const candidates = [0, 255].flatMap((end) => {
    for (let step = 0; step <= 255; step++) {
      const mixed = from.map((part) => Math.round(part + ((end - part) * step) / 255)) as Rgb
      if (contrastOfRgb(mixed, text) >= minContrast) return [mixed]
    }
    return []
  })
  const distance = (rgb: Rgb) => rgb.reduce((sum, part, i) => sum + (part - from[i]!) ** 2, 0)
  const [nearest] = candidates.sort((a, b) => distance(a) - distance(b))
  return nearest && colorOf(nearest)
}

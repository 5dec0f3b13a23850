/** The share of a color's part in sRGB, made linear (WCAG 2.2, relative luminance). */
const linear = (part: number): number => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** White or black, whichever has the higher contrast on a color (`#1a5fd0`): never less than 4.58, the square root of 21. */
export const onAccentFor = (accent: string): '#ffffff' | '#000000' => {
  const light = luminance(accent) + 0.05
  return 1.05 / light >= light / 0.05 ? '#ffffff' : '#000000'
}

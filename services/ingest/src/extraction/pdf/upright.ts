import type { TextItem } from './lines.ts'

/** A page as it is shown: `transform` maps its points to the screen's, with y growing downwards. */
export type Viewport = { transform: number[]; height: number }

/** Where a point is, and which way a vector points, after a transform (ISO 32000-2, 8.3.4). */
const mapped = ([a, b, c, d, e, f]: number[], x: number, y: number) => ({
  x: a! * x + c! * y + e!,
  y: b! * x + d! * y + f!,
})

/** Quarter turns, clockwise on the screen, of the way an item's text runs. */
function turnsOf({ transform: [a = 1, b = 0] }: TextItem, viewport: number[]): number {
  const x = viewport[0]! * a + viewport[2]! * b
  const y = viewport[1]! * a + viewport[3]! * b
  return (Math.round(Math.atan2(y, x) / (Math.PI / 2)) + 4) % 4
}

/**
 * The items of a page as they stand when it is turned so that most of its text runs from left to right: pages are
 * turned as a whole (`/Rotate`), and wide tables are set sideways. `y` still grows upwards, as in the page's own space.
 */
export function uprightItems(items: TextItem[], { transform, height }: Viewport): TextItem[] {
  const characters = [0, 0, 0, 0]
  for (const item of items) characters[turnsOf(item, transform)]! += item.str.trim().length
  const turns = characters.indexOf(Math.max(...characters))
  const isTurnedPage = transform[1] !== 0 || transform[0]! < 0
  if (turns === 0 && !isTurnedPage) return items
  return items.map((item) => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform
    const at = mapped(transform, e, f)
    const [x, y] = [
      [at.x, at.y],
      [at.y, -at.x],
      [-at.x, -at.y],
      [-at.y, at.x],
    ][turns]! as [number, number]
    return { ...item, transform: [a, b, c, d, x, height - y] }
  })
}

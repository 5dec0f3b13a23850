/** How often as much is measured; the median counts. */
const rounds = 3

/**
 * How much longer one long text of repetitions takes than as many characters in ten short ones: 1 for work in proportion to
 * the text, 10 for work in proportion to its square. By processor time, of which other processes take none, in turns. Work
 * that takes less than some milliseconds for all `characters` needs more of them: the clock can't tell it from nothing.
 */
export async function slowdown(unit: string, work: (text: string) => unknown, characters = 12_000): Promise<number> {
  const short = unit.repeat(characters / 10 / unit.length)
  const long = unit.repeat(characters / unit.length)
  const timeMs = async (text: string, times: number): Promise<number> => {
    const started = process.cpuUsage()
    for (let i = 0; i < times; i++) await work(text)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1_000
  }
  await timeMs(short, 2)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const parts = await timeMs(short, 10)
    // What takes next to no time is not told apart from the clock's own steps.
    ratios.push((await timeMs(long, 1)) / (parts + 2))
  }
  return ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
}

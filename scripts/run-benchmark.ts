/** Runs one benchmark of test/bench by its name. A file of its own: worker threads inherit the arguments of Node, and none starts with `--eval`. */
const name = process.argv[2]!
const { bench } = await import(`../test/bench/${name}.ts`)
if (typeof bench !== 'function') throw new Error(`test/bench/${name}.ts exports no bench()`)
await bench()

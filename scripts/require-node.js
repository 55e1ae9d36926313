/*
 * Ends the process with one line if its Node.js is too old. Everything that people start imports this first, so that an old
 * Node.js reads no line that it does not know. The build puts it at the beginning of every program.
 */
const OLDEST_NODE = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Energy Metrics needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

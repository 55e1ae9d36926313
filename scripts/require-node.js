/*
 * Ends the process with one line if its Node.js is too old or may not run WebAssembly. Everything that people
 * start imports this first, before code that an old Node.js cannot parse. The build puts it at the beginning of
 * every program.
 */
const OLDEST_NODE = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Energy Metrics needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}
try {
  // For the HTTP client of Node.js and the embedded database; each reserves about 10 GB of addresses, not of memory.
  Array.from({ length: 2 }, () => new WebAssembly.Memory({ initial: 1 }))
} catch {
  console.error(
    'Energy Metrics may not reserve the address space that WebAssembly needs: remove the limit on virtual memory (ulimit -v unlimited, LimitAS=infinity).',
  )
  process.exit(1)
}

/** One line if the files of a program cannot all be opened at once. */
// eslint-disable-next-line no-unused-vars -- the build appends its caller
function endByFailure(error) {
  if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error
  console.error(
    'Energy Metrics may not open enough files at once: raise the limit to at least 1024 (ulimit -n 1024, LimitNOFILE=1024).',
  )
  process.exit(1)
}

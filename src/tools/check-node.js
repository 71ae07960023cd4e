// Plain JavaScript, so that an old version of Node prints this sentence instead of a syntax error.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Switchboard runs on Node 24; this is Node ${process.versions.node}. ` +
      'npm normally installs Node 24 beside it: run "npm ci" again with a network, or install Node 24 yourself.',
  )
  process.exit(1)
}

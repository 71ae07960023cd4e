/** Loaded into a process that is measured: answers how much processor time it has used, in ms, whenever it is asked. */
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000)
})
process.channel?.unref()

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

const store = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => store.get(name) ?? null,
  setItem: (name: string, value: string) => store.set(name, value),
  removeItem: (name: string) => store.delete(name),
})
afterAll(() => void vi.unstubAllGlobals())
const opened = async () => {
  vi.resetModules()
  return import('./workspace.ts')
}

describe('the workspace of a tab', () => {
  beforeEach(() => store.clear())

  it('is the first one until somebody chooses', async () => {
    expect((await opened()).chosenWorkspace()).toBeNull()
  })

  it('survives a reload of the tab', async () => {
    ;(await opened()).chooseWorkspace('north')
    expect((await opened()).chosenWorkspace()).toBe('north')
  })

  it('is left when it is no longer configured, so that not every request is refused', async () => {
    const tab = await opened()
    tab.chooseWorkspace('north')
    tab.leaveUnknownWorkspace([{ id: 'north' }, { id: 'south' }])
    expect(tab.chosenWorkspace()).toBe('north')
    tab.leaveUnknownWorkspace([{ id: 'south' }])
    expect(tab.chosenWorkspace()).toBeNull()
    expect((await opened()).chosenWorkspace()).toBeNull()
  })

  it('is kept while nobody is signed in: then no workspace is told of', async () => {
    const tab = await opened()
    tab.chooseWorkspace('north')
    tab.leaveUnknownWorkspace([])
    expect(tab.chosenWorkspace()).toBe('north')
  })
})

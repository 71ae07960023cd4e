import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

const store = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => store.get(name) ?? null,
  setItem: (name: string, value: string) => store.set(name, value),
  removeItem: (name: string) => store.delete(name),
})
afterAll(() => void vi.unstubAllGlobals())
const openTab = async () => {
  vi.resetModules()
  return import('./workspace.ts')
}

describe('the workspace of a tab', () => {
  beforeEach(() => store.clear())

  it('is the first one by default', async () => {
    expect((await openTab()).chosenWorkspace()).toBeNull()
  })

  it('survives a reload of the tab', async () => {
    ;(await openTab()).chooseWorkspace('north')
    expect((await openTab()).chosenWorkspace()).toBe('north')
  })

  it('is reset if it is no longer configured', async () => {
    const tab = await openTab()
    tab.chooseWorkspace('north')
    tab.leaveUnknownWorkspace([{ id: 'north' }, { id: 'south' }])
    expect(tab.chosenWorkspace()).toBe('north')
    tab.leaveUnknownWorkspace([{ id: 'south' }])
    expect(tab.chosenWorkspace()).toBeNull()
    expect((await openTab()).chosenWorkspace()).toBeNull()
  })

  it('stays while nobody is signed in, when no workspaces are known', async () => {
    const tab = await openTab()
    tab.chooseWorkspace('north')
    tab.leaveUnknownWorkspace([])
    expect(tab.chosenWorkspace()).toBe('north')
  })
})

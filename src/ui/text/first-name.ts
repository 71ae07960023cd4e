/** "Hailey" of "Hailey Sandoval"; '' of ''. A title is no name, so a name that begins with one stays whole. */
export function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return first.endsWith('.') ? name : first
}

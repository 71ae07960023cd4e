/** The part of saxen that is used here. The package has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string
  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: Decode, isClosed: boolean) => void,
    ): this
    on(event: 'closeTag', listener: (name: string, decode: Decode, isClosed: boolean) => void): this
    on(event: 'text' | 'cdata' | 'attention', listener: (text: string) => void): this
    write(xml: string): this
    end(): unknown
  }
}

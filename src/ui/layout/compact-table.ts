/** For content of a cell that is shown only while the columns with `visibleFrom: 'lg'` are hidden. Cards show those columns. */
export const compactTableOnlyClasses = 'hidden @max-5xl:@min-xl:block'

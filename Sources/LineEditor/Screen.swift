internal import Glibc

/// The size of a terminal.
package struct Screen: Hashable, Sendable {
  /// How many characters a line takes.
  package var columns: Int
  /// How many lines can be seen.
  package var rows: Int

  /// Makes the size of a screen.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Asks the terminal; one that does not know is taken for one of 80 columns and 24 rows.
  package init(of descriptor: Int32) {
    var size = winsize()
    let isKnown =
      ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    columns = isKnown ? Int(size.ws_col) : 80
    rows = isKnown ? Int(size.ws_row) : 24
  }
}

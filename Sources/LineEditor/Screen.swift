internal import Glibc

package struct Screen: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// 80 columns and 24 rows if the terminal does not say.
  package init(of descriptor: Int32) {
    var size = winsize()
    let isKnown =
      ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    columns = isKnown ? Int(size.ws_col) : 80
    rows = isKnown ? Int(size.ws_row) : 24
  }
}

internal import CLibEdit
internal import Glibc

/// The part of a long text around the caret that fits on a screen.
///
/// libedit gets only this part, because it scans the whole line at each key.
struct Window {
  /// Minimum distance between the caret and an end beyond which text is hidden.
  private static let margin = 8

  private let screen: Screen
  /// The number of columns, of all rows together, that the text can occupy.
  private let room: Int

  init(on screen: Screen, beside columns: Int) {
    self.screen = screen
    room = max(2 * Self.margin, screen.columns * (screen.rows - 1) - columns - 2)
  }

  /// Keeps the former start while the caret stays inside the part and outside its margins.
  func part(of text: [Unicode.Scalar], around caret: Int, from former: Int) -> Range<Int> {
    let end = self.end(of: text, from: 0)
    if end == text.count { return 0..<end }
    let start = min(former, text.count)
    let range = start..<self.end(of: text, from: start)
    let isInside =
      (range.lowerBound == 0 || caret >= range.lowerBound + Self.margin)
      && (range.upperBound == text.count ? caret >= start : caret <= range.upperBound - Self.margin)
    if isInside { return range }
    var columns = 0
    var first = caret
    while first > 0, columns + width(text[first - 1]) <= room / 2 {
      first -= 1
      columns += width(text[first])
    }
    return first..<self.end(of: text, from: first)
  }

  private func end(of text: [Unicode.Scalar], from start: Int) -> Int {
    var columns = 0
    var end = start
    while end < text.count, columns + width(text[end]) <= room {
      columns += width(text[end])
      end += 1
    }
    return end
  }

  private func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar == "\n" { return screen.columns }
    let width = Int(clibedit_width(wchar_t(bitPattern: scalar.value)))
    if width > 0 || scalar.properties.isGraphemeExtend || scalar == "\u{200D}" { return width }
    // Invisible scalars are replaced by escapes.
    return 10
  }
}

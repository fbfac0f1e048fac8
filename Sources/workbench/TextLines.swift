internal import Session

/// The lines of a text.
final class TextLines: LineSource {
  private var lines: ArraySlice<Substring.UTF8View>

  init(_ text: String) {
    lines =
      text[...].utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func nextLine() -> [UInt8]? {
    lines.popFirst().map(Array.init)
  }
}

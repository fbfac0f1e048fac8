internal import Values

extension String {
  /// The text with control characters written out, so that it stays in its line and column, and so
  /// that nothing in it steers the terminal.
  package var withVisibleControls: String {
    // Most texts are plain, and a look at the bytes is quick.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return writingOut(\.isControl)
  }

  /// The text with control characters written out except its own line breaks and tabs.
  package var withVisibleControlsInLines: String {
    writingOut { $0.isControl && $0 != "\n" && $0 != "\t" }
  }

  /// The text with a mark at its beginning written out, for it would join what is before it.
  package var withVisibleMark: String {
    guard let first = unicodeScalars.first, first.properties.isGraphemeExtend else { return self }
    return first.writtenOut + String(unicodeScalars.dropFirst())
  }
}

extension Unicode.Scalar {
  /// Whether the scalar steers a terminal or the order of a line instead of being seen.
  package var steersTerminal: Bool { isControl }
}

internal import Values

extension String {
  /// The text with control characters written out, so that it stays on its line and cannot control
  /// the terminal.
  package var withVisibleControls: String {
    // Fast path: most texts are plain.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return writingOut(\.isControl)
  }

  package var withVisibleControlsInLines: String {
    writingOut { $0.isControl && $0 != "\n" && $0 != "\t" }
  }

  /// Writes out a leading combining mark, which would join the preceding character.
  package var withVisibleMark: String {
    guard let first = unicodeScalars.first, first.properties.isGraphemeExtend else { return self }
    return first.writtenOut + String(unicodeScalars.dropFirst())
  }
}

extension Unicode.Scalar {
  package var steersTerminal: Bool { isControl }
}

internal import LineEditor
internal import Replies

struct DetailsBox {
  /// Values with less room are more readable without a box.
  private static let narrowest = 12

  let lines: [String]

  /// Nil if the values would have too little room.
  ///
  /// - Parameter limit: the maximum width; if nil, values keep their line breaks and are not
  ///   wrapped.
  init?(_ entries: some Sequence<Datum.Entry>, within limit: Int?, isColoured: Bool) {
    let names = entries.map(\.key.withVisibleControls)
    let isMissing = entries.map { entry in if case .null = entry.value { true } else { false } }
    var values = entries.map { entry in
      entry.value.plainText.unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).withVisibleControls }
    }
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    if let limit {
      let room = limit - BoxFrame.width(of: [nameWidth, 0])
      let isNarrow = room < Self.narrowest
      let isWide = values.contains { $0.contains { $0.displayWidth > room } }
      guard !isNarrow || !isWide else { return nil }
      values = values.map { $0.flatMap { $0.wrapped(to: room) } }
    }
    let valueWidth = values.flatMap { $0 }.map(\.displayWidth).max() ?? 0
    let frame = BoxFrame(widths: [nameWidth, valueWidth])
    let rows = names.indices.flatMap { index in
      values[index].enumerated().map { number, line in
        let name = number == 0 ? names[index] : ""
        let padding = String(repeating: " ", count: valueWidth - line.displayWidth)
        let text = PrintedText(line, isMissing[index] ? .dim : .plain)
        return frame.row([
          name.padded(to: nameWidth), text.rendered(isColoured: isColoured) + padding,
        ])
      }
    }
    lines = [frame.top] + rows + [frame.bottom]
  }
}

internal import LineEditor
internal import Replies

/// A text on its way to the screen, of which parts look different where there are colours.
struct PrintedText {
  /// How a part of the text looks.
  enum Style {
    case plain, dim, bold, red, green, yellow

    /// What a terminal is told before the part.
    var sequence: String {
      switch self {
      case .plain: "\u{1B}[0m"
      case .dim: "\u{1B}[2m"
      case .bold: "\u{1B}[1m"
      case .red: "\u{1B}[31m"
      case .green: "\u{1B}[32m"
      case .yellow: "\u{1B}[33m"
      }
    }
  }

  /// The text without its colours.
  private(set) var text: String
  /// The parts from the beginning on, as many characters as each has; what follows is plain.
  private var parts: [(length: Int, style: Style)] = []

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    if style != .plain { parts = [(text.count, style)] }
  }

  /// Makes the text of a cell; control characters are written out.
  ///
  /// - Parameter missing: what is printed where there is no value.
  init(_ datum: Datum, missing: String) {
    switch datum {
    case .null: self.init(missing, .dim)
    case .phrase(let phrases): self.init(phrases)
    case .boolean, .integer, .longInteger, .double, .text, .percent, .list, .object:
      self.init(datum.plainText.withVisibleControls)
    }
  }

  private init(_ phrases: [Datum.Phrase]) {
    text = ""
    for phrase in phrases {
      let visible = phrase.text.withVisibleControls
      text += visible
      parts.append((visible.count, Style(phrase.role)))
    }
  }

  /// The columns of the screen that the text takes.
  var displayWidth: Int { text.displayWidth }

  var isEmpty: Bool { text.isEmpty }

  /// The text in at most `width` columns, cut off with `…` where it is longer.
  func cut(to width: Int) -> PrintedText {
    var result = self
    result.text = text.cut(to: width)
    return result
  }

  /// The text as the terminal gets it.
  func rendered(isColoured: Bool) -> String {
    guard isColoured, !parts.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    for part in parts where !rest.isEmpty {
      let piece = rest.prefix(part.length)
      rest = rest.dropFirst(part.length)
      result += part.style == .plain || piece.isEmpty ? String(piece) : part.style.around(piece)
    }
    return result + rest
  }
}

extension PrintedText.Style {
  fileprivate init(_ role: Datum.Phrase.Role) {
    self =
      switch role {
      case .plain: .plain
      case .old: .red
      case .new: .green
      case .warning: .yellow
      case .found: .bold
      }
  }

  /// A text in the style, after which all is plain again.
  func around(_ text: some StringProtocol) -> String {
    sequence + text + PrintedText.Style.plain.sequence
  }
}

package import Validation

/// A state in which `^` is the caret, and `[` `]` enclose the selection, whose caret is at its end.
package struct MarkedText: CustomStringConvertible, Hashable {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }

  package init(_ state: EditState) {
    var pieces = state.text.map(String.init)
    if state.selection.isEmpty {
      pieces.insert("^", at: state.selection.caret)
    } else {
      pieces.insert("]", at: state.selection.range.upperBound)
      pieces.insert("[", at: state.selection.range.lowerBound)
    }
    description = pieces.joined()
  }

  var text: String { description.filter { !"^[]".contains($0) } }

  var selection: Selection {
    if let open = description.firstIndex(of: "["), let close = description.firstIndex(of: "]") {
      let anchor = description[..<open].count
      return Selection(anchor: anchor, caret: description[..<close].count - 1)
    }
    return Selection(caret: description.prefix { $0 != "^" }.count)
  }

  func editor(_ format: FieldFormat) -> FieldEditor {
    var editor = FieldEditor(format: format, text: text)
    editor.press(.select(selection.anchor, selection.caret))
    return editor
  }
}

extension FieldFormat {
  /// The state after some keys; nil if a key is rejected.
  func pressing(_ keys: [Key], in marked: String) -> String? {
    var editor = MarkedText(marked).editor(self)
    for key in keys {
      let before = editor.state
      if case .rejected = editor.press(key) {
        return editor.state == before ? nil : "a rejected key changed \(before) to \(editor.state)"
      }
    }
    return MarkedText(editor.state).description
  }
}

extension Key {
  static func typing(_ text: String) -> [Key] { text.unicodeScalars.map { .character($0) } }
}

enum Formats {
  static let integer = Locale.english.format(IntegerGrammar(in: -9_999_999...9_999_999))
  static let natural = Locale.english.format(IntegerGrammar(in: 0...9_999_999))

  static func integer(_ range: ClosedRange<Int>, _ locale: Locale = .english) -> FieldFormat {
    locale.format(IntegerGrammar(in: range))
  }

  static func decimal(
    _ integerDigits: Int, _ fractionDigits: Int, _ locale: Locale = .english,
    minimum: String? = nil, maximum: String? = nil, prefix: String = "", suffix: String = ""
  ) -> FieldFormat {
    locale.format(
      DecimalGrammar(
        maximumIntegerDigits: integerDigits, fractionDigits: 0...fractionDigits,
        minimum: minimum.map { ExactDecimal($0)! }, maximum: maximum.map { ExactDecimal($0)! }),
      prefix: prefix, suffix: suffix)
  }
}

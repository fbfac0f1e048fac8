import TestSupport
import Testing
import Validation

struct CornerExample: Sendable {
  /// The property's view of a text, or the user's of a refusal.
  enum Seen: Sendable, ExpressibleByStringLiteral {
    case value(String)
    case empty, incomplete
    /// A part of the words for an incomplete text or a refused key.
    case reason(String)

    init(stringLiteral value: String) { self = .value(value) }
  }

  private enum Input: CustomStringConvertible {
    case key(Key)
    case edit(Edit)

    var description: String {
      switch self {
      case .key(let key): "\(key)"
      case .edit(let edit): "\(edit.replacement) at \(edit.ranges)"
      }
    }
  }

  private var format: FieldFormat
  private var start: String
  private var inputs: [Input]
  private var end: String?
  private var seen: Seen?
  private var returned: String?

  /// `end` is nil if the last key is refused; `returned` is the text after Return.
  static func keys(
    _ format: FieldFormat, _ start: String, _ keys: [Key], _ end: String?, _ seen: Seen? = nil,
    returned: String? = nil
  ) -> CornerExample {
    CornerExample(
      format: format, start: start, inputs: keys.map { .key($0) }, end: end, seen: seen,
      returned: returned)
  }

  static func key(
    _ format: FieldFormat, _ start: String, _ key: Key, _ end: String?, _ seen: Seen? = nil,
    returned: String? = nil
  ) -> CornerExample {
    keys(format, start, [key], end, seen, returned: returned)
  }

  static func typed(
    _ format: FieldFormat, _ start: String, _ text: String, _ end: String?, _ seen: Seen? = nil,
    returned: String? = nil
  ) -> CornerExample {
    keys(format, start, Key.typing(text), end, seen, returned: returned)
  }

  static func pasted(
    _ format: FieldFormat, _ start: String, _ text: String, _ end: String?, _ seen: Seen? = nil
  ) -> CornerExample {
    keys(format, start, [.paste(text)], end, seen)
  }

  static func edit(
    _ format: FieldFormat, _ start: String, _ range: Range<Int>, _ text: String, _ end: String?,
    _ seen: Seen? = nil
  ) -> CornerExample {
    let edit = Edit(range: range, replacement: text, isTyped: text.unicodeScalars.count == 1)
    return CornerExample(
      format: format, start: start, inputs: [.edit(edit)], end: end, seen: seen)
  }

  func check() {
    var editor = MarkedText(start).editor(format)
    var refusal: Rejection?
    for (number, input) in inputs.enumerated() {
      let before = editor.state
      let outcome =
        switch input {
        case .key(let key): editor.press(key)
        case .edit(let edit): editor.offer(edit)
        }
      guard case .rejected(let rejection) = outcome else { continue }
      expectEqual(editor.state, before, "\(self): a refused key has changed something")
      if number < inputs.count - 1 { Issue.record("\(self): \(input) is refused: \(rejection)") }
      refusal = rejection
    }
    let reached = refusal == nil ? MarkedText(editor.state).description : nil
    expectEqual(
      reached.map { Array($0.unicodeScalars) }, end.map { Array($0.unicodeScalars) },
      "\(self) leads to \(reached ?? "a refusal: \(refusal?.message ?? "")")")
    check(editor.content, refusal)
  }

  private func check(_ content: FieldContent, _ refusal: Rejection?) {
    if case .complete(let value)? = Optional(content), let returned {
      expectEqual(format.text(for: value), returned, "\(self)")
    }
    switch (seen, content) {
    case (nil, _), (.empty, .empty), (.incomplete, .incomplete): break
    case (.reason(let part), .incomplete(let reason)) where refusal == nil:
      #expect(reason.description.contains(part), "\(self)")
    case (.reason(let part), _):
      expectEqual(refusal?.message.contains(part), true, "\(self): \(refusal?.message ?? "taken")")
    case (.value(let text), .complete(let value)):
      expectEqual(value.description.replacing(".000Z", with: "Z"), text, "\(self)")
    default: Issue.record("\(self): the property sees \(content)")
    }
  }
}

extension CornerExample: CustomStringConvertible {
  var description: String { "\(inputs) in \(start)" }
}

internal import Values

/// A text with tags for the values of a subject, in Mustache syntax.
///
/// `{{title}}` is a value as formatted by a label, and `{{boss.name}}` a value of a referenced
/// record. `{{#reviews}}…{{/reviews}}` is repeated for each item of a list; for a reference or
/// single value it is rendered once, unless the value is nil, false or empty.
/// `{{^reviews}}…{{/reviews}}` is rendered in the opposite cases. `{{.}}` is the item itself.
/// `{{count(reviews)}}`, `{{uppercased(title)}}` and `{{last()}}` apply functions, and `{{number}}`
/// counts the items of a list. `{{day|dd.mm.yyyy}}` and `{{title|20}}` format a value. Control
/// characters are escaped, as in `\n`; characters special in HTML are escaped only if the template
/// is for HTML.
public struct Template: Hashable, Sendable {
  /// The source text.
  public let text: String
  /// Whether values are escaped, so that they are safe in the text and in the quoted attributes of
  /// HTML.
  public let isHTML: Bool
  let nodes: [TemplateNode]

  /// Parses a template.
  ///
  /// - Throws: ``TemplateError`` for the first tag that is malformed, not closed, or uses an
  ///   unknown function. Use ``check(for:types:altered:)`` to check the names.
  public init(_ text: String, isHTML: Bool = false) throws(TemplateError) {
    self.text = text
    self.isHTML = isHTML
    nodes = try TemplateScanner(text, isHTML: isHTML).nodes
  }

  /// Returns whether two templates have the same text, and both are for HTML or neither.
  public static func == (left: Template, right: Template) -> Bool {
    left.isHTML == right.isHTML && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Renders the template for a subject.
  ///
  /// - Throws: ``TemplateError`` if a name is unknown, a function or format does not fit its value,
  ///   or the result would contain too many values.
  public func text(for input: FormatterInput) throws(TemplateError) -> String {
    try lines(for: input).map(\.text).joined(separator: "\n")
  }

  func lines(for input: FormatterInput) throws(TemplateError) -> [TemplateRendering.Line] {
    try TemplateRendering(of: nodes, for: input, isHTML: isHTML).lines
  }
}

indirect enum TemplateNode: Sendable {
  /// A text without newlines.
  case text(String)
  case newline
  case value(TemplateTag)
  case section(TemplateTag, isInverted: Bool, [TemplateNode])
}

struct TemplateTag: Sendable {
  static let itself = ["."]
  /// The name that counts the items of a list from 1, unless the item has a property of this name.
  static let number = "number"

  /// The names in the tag; empty for a function of the position in a list, such as `last()`.
  var path: [String]
  var place: TemplatePlace?
  /// Applied from last to first.
  var functions: [TemplateFunction]
  var format: TemplateFormat?
  var line: Int
  var column: Int

  /// The names and functions of the tag, without the first `outermost` functions.
  func written(from outermost: Int = 0) -> String {
    if let place { return place.rawValue + "()" }
    let path = path == Self.itself ? "." : path.map(\.asName).joined(separator: ".")
    let functions = functions[outermost...]
    return functions.map { $0.rawValue + "(" }.joined() + path
      + String(repeating: ")", count: functions.count)
  }

  func shape(of value: TemplateShape) throws(TemplateError) -> TemplateShape {
    var shape = value
    for (index, function) in functions.enumerated().reversed() {
      guard let result = function.result(of: shape) else {
        throw error(.misapplied(function.rawValue, to: written(from: index + 1), shape))
      }
      shape = result
    }
    return shape
  }

  func error(_ kind: TemplateError.Kind, candidates: [String] = []) -> TemplateError {
    TemplateError(kind: kind, line: line, column: column, candidates: candidates)
  }
}

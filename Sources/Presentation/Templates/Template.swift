/// A text with tags for the values of a subject, in Mustache syntax.
///
/// `{{title}}` is a value as formatted by a label, and `{{boss.name}}` a value of a referenced
/// record. `{{#reviews}}…{{/reviews}}` is repeated for each item of a list; for a reference or
/// single value it is rendered once, unless the value is nil, false or empty.
/// `{{^reviews}}…{{/reviews}}` is rendered in the opposite cases. `{{.}}` is the item itself.
/// `{{count(reviews)}}`, `{{uppercased(title)}}` and `{{last()}}` apply functions. HTML is not
/// escaped; control characters are written out.
public struct Template: Hashable, Sendable {
  /// The source text.
  public let text: String
  let nodes: [TemplateNode]

  /// Parses a template.
  ///
  /// - Throws: ``TemplateError`` for the first tag that is malformed, not closed, or uses an
  ///   unknown function. Use ``check(for:types:)`` to check the names.
  public init(_ text: String) throws(TemplateError) {
    self.text = text
    nodes = try TemplateScanner(text).nodes
  }

  /// Returns whether two templates have the same text.
  public static func == (left: Template, right: Template) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  // MARK: Rendering

  /// Renders the template for a subject.
  ///
  /// - Throws: ``TemplateError`` if a name is unknown.
  public func text(for input: FormatterInput) throws(TemplateError) -> String {
    try lines(for: input).map(\.text).joined(separator: "\n")
  }

  /// Without empty lines at the end.
  func lines(for input: FormatterInput) throws(TemplateError) -> [TemplateRendering.Line] {
    try TemplateRendering(of: nodes, for: input).lines
  }
}

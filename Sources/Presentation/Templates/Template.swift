/// A text with tags for the values of a subject, as Mustache has them.
///
/// `{{title}}` is a value as a label writes it, `{{boss.name}}` that of a reference.
/// `{{#reviews}}…{{/reviews}}` is repeated for each item of a list, and is there once for a
/// reference or a value that is neither nil, false nor empty; `{{^reviews}}…{{/reviews}}` is there
/// for all others. `{{.}}` is the item itself. `{{count(reviews)}}`, `{{uppercased(title)}}` and
/// `{{last()}}` apply functions. Nothing is escaped for HTML; control characters are written out.
public struct Template: Hashable, Sendable {
  /// The text as it was written.
  public let text: String
  let nodes: [TemplateNode]

  /// Reads a template.
  ///
  /// - Throws: ``TemplateError`` at the first tag that cannot be read, is not closed or has a
  ///   function that there is not. Whether names exist ``check(for:types:)`` tells.
  public init(_ text: String) throws(TemplateError) {
    self.text = text
    nodes = try TemplateScanner(text).nodes
  }

  /// Whether two templates have the same text.
  public static func == (left: Template, right: Template) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Feeds the text to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  // MARK: Rendering

  /// The text for a subject.
  ///
  /// - Throws: ``TemplateError`` where a name is none of the subject, or of what it leads to.
  public func text(for input: FormatterInput) throws(TemplateError) -> String {
    try lines(for: input).map(\.text).joined(separator: "\n")
  }

  /// The lines for a subject, without empty ones at the end.
  func lines(for input: FormatterInput) throws(TemplateError) -> [TemplateRendering.Line] {
    try TemplateRendering(of: nodes, for: input).lines
  }
}

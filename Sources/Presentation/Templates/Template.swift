internal import Mustache
internal import Records

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
  let tags: [TemplateTag]
  private let template: MustacheTemplate

  /// Reads a template.
  ///
  /// - Throws: ``TemplateError`` at the first tag that cannot be read, is not closed or has a
  ///   function that there is not. Whether names exist ``check(for:types:)`` tells.
  public init(_ text: String) throws(TemplateError) {
    self.text = text
    let scanner = try TemplateScanner(text)
    tags = scanner.tags
    do {
      // Without the pragma the renderer would escape for HTML.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE: TEXT}}\n" + scanner.output)
    } catch let error as MustacheTemplate.ParserError {
      throw TemplateError(
        kind: .unreadable("\(error.error)"), line: max(1, error.context.lineNumber - 1), column: 1)
    } catch {
      throw TemplateError(kind: .unreadable("\(error)"), line: 1, column: 1)
    }
    try checkFunctions()
  }

  /// Whether two templates have the same text.
  public static func == (left: Template, right: Template) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Feeds the text to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  private func checkFunctions() throws(TemplateError) {
    for tag in tags {
      let known = tag.path.isEmpty ? TemplateTag.placeFunctions : TemplateFunction.names
      if let unknown = tag.functions.first(where: { !known.contains($0) }) {
        throw tag.error(.unknownFunction(unknown), candidates: known)
      }
    }
  }

  // MARK: Rendering

  /// The text for a subject.
  ///
  /// - Throws: ``TemplateError`` where a name is none of the subject, or of what it leads to.
  public func text(for input: FormatterInput) throws(TemplateError) -> String {
    try lines(for: input).map(\.text).joined(separator: "\n")
  }

  /// A line of the text, and whose values it shows if not the subject's.
  struct Line {
    var text: String
    var owner: DetailID.Owner?
  }

  /// The lines for a subject, without empty ones at the end.
  func lines(for input: FormatterInput) throws(TemplateError) -> [Line] {
    let rendering = TemplateRendering(tags, input)
    let text = template.render(rendering.root)
    if let failure = rendering.failure { throw failure }
    // By scalars, for a return and a newline are one character.
    let newline: Unicode.Scalar = "\n"
    var lines = text.unicodeScalars.split(
      separator: newline, omittingEmptySubsequences: false
    ).map { rendering.line($0.last == "\r" ? $0.dropLast() : $0) }
    while lines.last?.text.isEmpty == true { lines.removeLast() }
    return lines
  }
}

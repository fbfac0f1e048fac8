internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records

struct ShowCommand: Command {
  static let verb = Verb(
    "show",
    usage: "show RECORD [--reveal] · show RECORD with FORMATTER",
    summary: "Prints a record with all its properties, or as a formatter shows it.",
    examples: ["show ann", "show Person/1", "show ann --reveal", "show ann with line"],
    options: ["reveal": "shows card numbers in full"])

  var record: Spanned<RecordSyntax>
  /// What shows the record, if it is not to be shown as it is.
  var formatter: Name?
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    record = try parser.record()
    if parser.skip("with") {
      formatter = try parser.name("a formatter", .view(.formatter(of: nil)))
    }
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let id = try session.resolver.record(record)
    guard let formatter else {
      return try session.show(id, at: record.span, isRevealed: isRevealed)
    }
    let definition = try session.views.formatter(formatter)
    guard definition.type == id.type else {
      throw Diagnostic(
        .value, "\(formatter.value) is a formatter for \(definition.type), not for \(id)",
        at: formatter.span)
    }
    let input = FormatterInput(try session.live.record(id, at: record.span)) { other in
      session.live.find(other)
    } label: { subject, property in
      session.attachments.label(on: subject, property)
    }
    for section in try definition.formatter().output(for: input) {
      for item in section.items {
        session.say(.item(ScreenItem(item, of: formatter.value, isAlone: true)))
      }
    }
  }
}

extension Session {
  /// Prints a record with all its properties.
  func show(
    _ id: RecordID, at span: SourceSpan, isRevealed: Bool = false
  ) throws(Diagnostic) {
    guard let type = store.type(named: id.type),
      let values = try resolver.values(of: id, at: span)
    else { throw Diagnostic(.name, "there is no \(id)", at: span) }
    let entries = try zip(type.properties, values).map { property, value throws(Diagnostic) in
      Datum.Entry(
        property.name,
        Datum(try resolver.shown(value), of: property, isRevealed: isRevealed))
    }
    say(.details([Datum.Entry("ref", .text(id.description))] + entries))
  }
}

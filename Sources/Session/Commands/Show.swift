internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records

extension Session {
  /// `show`: prints a record with all its properties.
  func show(_ command: ShowSyntax) throws(Diagnostic) {
    let syntax = command.record
    let id = try record(syntax)
    guard let type = store.type(named: id.type), let values = try values(of: id, at: syntax.span)
    else { throw Diagnostic(.name, "there is no \(id)", at: syntax.span) }
    let input = FormatterInput(record: Record(type, number: id.number, values: values))
    let items = DetailsFormatter().sections(for: input).flatMap(\.items)
    let entries = try items.map { item throws(Diagnostic) in
      Datum.Entry(
        item.title,
        Datum(try shown(item.value), of: item.property, isRevealed: command.isRevealed))
    }
    say(.details([Datum.Entry("ref", .text(id.description))] + entries))
  }
}

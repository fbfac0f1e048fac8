internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The rows of a form for a list of records, one form each.
final class BoundList: BoundInteractor {
  private final class Row: Interactor {
    let form: BoundForm

    init(_ form: BoundForm) {
      self.form = form
      super.init()
      nest(form.interactor)
    }
  }

  let interactor: ListInteractor

  /// - Parameter rowWillGo: Called with the form of a record that leaves the list.
  init(
    _ property: String, of record: Record, row: @escaping (RecordID) -> BoundForm?,
    rowWillGo: @escaping (BoundForm) -> Void
  ) {
    weak var list: BoundList?
    interactor = ListInteractor(record, property) { id in
      guard let form = row(id) else { return nil }
      form.parent = list
      return Row(form)
    }
    super.init("list", .part(property), on: "", interactor)
    list = self
    for row in rows { row.parent = self }
    interactor.rowWillGo = { row in
      if let row = row.interactor as? Row { rowWillGo(row.form) }
    }
  }

  override var parts: [BoundInteractor] { rows }
  override var partsOfProperties: [BoundInteractor] {
    [self] + rows.flatMap(\.partsOfProperties)
  }

  /// The forms of the records, in the order of the list.
  var rows: [BoundForm] { interactor.rows.compactMap { ($0.interactor as? Row)?.form } }

  override func part(_ property: Name) throws(Diagnostic) -> BoundInteractor {
    throw Diagnostic(
      .name, "\(name) is a list; expected the place of an item, as in \(name)[0]",
      at: property.span)
  }

  override func row(_ index: Spanned<Int>) throws(Diagnostic) -> BoundInteractor {
    let rows = rows
    if rows.indices.contains(index.value) { return rows[index.value] }
    throw Diagnostic(
      .name,
      rows.isEmpty
        ? "\(name) is empty"
        : "\(name) has no place \(index.value); expected one from 0 to \(rows.count - 1)",
      at: index.span)
  }

  override func close() {
    for row in rows { row.close() }
    interactor.detach()
  }
}

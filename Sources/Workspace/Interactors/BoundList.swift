package import Interactors
package import Records

/// The rows of a form for a list of records, one form each.
package final class BoundList: BoundInteractor {
  private final class Row: Interactor {
    package let form: BoundForm

    package init(_ form: BoundForm) {
      self.form = form
      super.init()
      nest(form.interactor)
    }
  }

  package let interactor: ListInteractor

  package init(
    _ property: String, of record: TypedRecord, row: @escaping (RecordID) -> BoundForm?,
    rowWillGo: @escaping (BoundForm) -> Void
  ) {
    weak var list: BoundList?
    interactor = ListInteractor(record, property, isActive: false) { id in
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

  package override var parts: [BoundInteractor] { rows }
  package override var partsOfProperties: [BoundInteractor] {
    [self] + rows.flatMap(\.partsOfProperties)
  }

  package var rows: [BoundForm] { interactor.rows.compactMap { ($0.interactor as? Row)?.form } }

  package override func part(_ property: String) throws(WorkspaceError) -> BoundInteractor {
    throw .needsIndex(name, as: name)
  }

  package override func row(_ index: Int) throws(WorkspaceError) -> BoundInteractor {
    let rows = rows
    if rows.indices.contains(index) { return rows[index] }
    throw .noIndex(index, in: name, count: rows.count)
  }

  package override func close() {
    for row in rows { row.close() }
    interactor.detach()
  }
}

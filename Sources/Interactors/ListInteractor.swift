public import Records

/// Nests one interactor for each record of a list, and follows those added, removed and moved.
///
/// A record is known by its ``RecordID``: one that is moved keeps its interactor, and what is
/// edited there. A record that leaves the list takes its interactor along, and the editing is
/// cancelled.
///
/// ```swift
/// let reviews = ListInteractor(show, "reviews") { id in
///   records[id].map { FormInteractor($0, ["rating", "text"]) }
/// }
/// ```
public final class ListInteractor: PropertyInteractor {
  /// A record of the list, and what is nested for it.
  public struct Row {
    /// The record.
    public let record: RecordID
    /// What was made for the record when it came into the list.
    public let interactor: any InteractorProtocol
  }

  /// What is nested, in the order of the list; a record for which nothing was made has no row.
  public private(set) var rows: [Row] = []

  /// Called with a row before it is taken out, while it is still among ``rows``.
  public var rowWillGo: ((Row) -> Void)?

  private let make: (RecordID) -> (any InteractorProtocol)?
  private var isUpdating = false
  private var isStale = false

  /// Attaches an interactor, not yet active, to a list of records, and makes its rows.
  ///
  /// - Parameter row: makes what is nested for a record; nil where there is nothing to be shown of
  ///   it, which is asked again whenever the list has changed.
  public init(
    _ subject: any Subject, _ propertyName: String,
    row: @escaping (RecordID) -> (any InteractorProtocol)?
  ) {
    make = row
    super.init(subject, propertyName)
    update()
  }

  /// Brings the rows to what the list has become while it was not followed.
  public override func willActivate() { update() }

  /// Brings the rows to what the list is now.
  public override func propertyDidChange() { update() }

  /// Makes the rows of the other list, and takes out those of the one before.
  public override func subjectDidChange() { update() }

  private func update() {
    // A handler that learns of a row may change the list again.
    guard !isUpdating else {
      isStale = true
      return
    }
    isUpdating = true
    defer { isUpdating = false }
    repeat {
      isStale = false
      follow(records)
    } while isStale
  }

  private var records: [RecordID] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { item in
      if case .reference(let id) = item { id } else { nil }
    }
  }

  private func follow(_ records: [RecordID]) {
    guard !records.elementsEqual(rows.lazy.map(\.record)) else { return }
    // Reversed, for of equal records the first is to be taken first, from the end.
    var known = Dictionary(grouping: rows.reversed(), by: \.record)
    let kept = records.map { known[$0]?.popLast() }
    let staying = Set(kept.compactMap { $0.map { ObjectIdentifier($0.interactor) } })
    for row in rows where !staying.contains(ObjectIdentifier(row.interactor)) {
      rowWillGo?(row)
      for field in row.interactor.fields { field.takeBackEditing() }
    }
    rows = zip(records, kept).compactMap { record, row in
      row ?? make(record).map { Row(record: record, interactor: $0) }
    }
    nestOnly(rows.map(\.interactor))
  }
}

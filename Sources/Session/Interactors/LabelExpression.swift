internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

final class LabelExpression {
  enum Source {
    case constant(Value?)
    /// A property of a record, including edits in progress.
    case property(any Subject, String)
    /// The number of a record while it exists.
    case record(RecordID)
    case clock(() -> Value?)
  }

  static let errorText = "«error»"

  let compiled: CompiledExpression
  let sources: [Source]
  let records: [RecordID]
  /// The record whose properties can be named without a record; nil if there is none.
  let owner: RecordID?
  let isMasked: Bool
  let mayRunLong: Bool
  /// Other dependencies in the store.
  let reads: Set<PropertyReference>
  var saidError: StoreError?

  init(
    _ compiled: CompiledExpression, _ sources: [Source], of records: [RecordID],
    on owner: RecordID?, isMasked: Bool, mayRunLong: Bool
  ) {
    self.mayRunLong = mayRunLong
    self.owner = owner
    self.isMasked = isMasked
    self.compiled = compiled
    self.sources = sources
    self.records = records
    let named = sources.compactMap { source -> PropertyReference? in
      if case .record(let id) = source { PropertyReference(id.type) } else { nil }
    }
    let owners = owner.map { [PropertyReference($0.type)] } ?? []
    reads = compiled.reads.union(named).union(owners)
  }

  var readsClock: Bool {
    sources.contains { if case .clock = $0 { true } else { false } }
  }
}

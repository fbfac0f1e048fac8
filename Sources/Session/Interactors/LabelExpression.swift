internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// The expression of a label, with the values it reads.
final class LabelExpression {
  /// Where the value of a session name in the expression comes from.
  enum Source {
    case constant(Value?)
    /// A property of a record, as an editing has it.
    case property(any Subject, String)
    /// The number of a record, as long as it is there.
    case record(RecordID)
    /// The date or the time.
    case clock(() -> Value?)
  }

  /// What a label shows whose expression cannot be evaluated.
  static let errorText = "«error»"

  let compiled: CompiledExpression
  let sources: [Source]
  /// The records that it names.
  let records: [RecordID]
  /// The record whose properties it reads by their names alone, if there is one.
  let owner: RecordID?
  /// Whether it reads masked values, which are shown in full only on request.
  let isMasked: Bool
  /// Whether to evaluate it may take long.
  let mayRunLong: Bool
  /// What else it depends on in the store.
  let reads: Set<PropertyReference>
  /// The last error that was reported.
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

  /// Whether the value depends on the time.
  var readsClock: Bool {
    sources.contains { if case .clock = $0 { true } else { false } }
  }
}

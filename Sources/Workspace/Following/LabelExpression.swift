internal import Interactors
package import RecordStore
package import Records
internal import Replies

package final class LabelExpression {
  package enum Source {
    case constant(Value?)
    /// The value of a property, including edits in progress.
    case property(any PropertySubject, String)
    /// The number of the record, or nil if the record was deleted.
    case record(RecordID)
    case clock(() -> Value?)
  }

  package static let errorText = "«error»"

  package let compiled: CompiledExpression
  package let sources: [Source]
  package let records: [RecordID]
  /// The record whose properties can be named without a record.
  package let owner: RecordID?
  package let isMasked: Bool
  package let mayRunLong: Bool
  package let reads: Set<PropertyReference>
  package var saidError: StoreError?

  package init(
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

  package var readsClock: Bool {
    sources.contains { if case .clock = $0 { true } else { false } }
  }
}

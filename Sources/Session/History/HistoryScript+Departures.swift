internal import RecordStore
internal import Records
internal import Replies

/// Handles records that `revert` or another program removed from a list without deleting them. No
/// command can do that, so the script deletes and recreates the records.
extension HistoryScript {
  /// Adds a deletion and a creation for each record that was removed from a list. Optional
  /// references to the record are cleared before and set again after.
  ///
  /// - Returns: The runs, and comments on records that cannot be recreated, because a required
  ///   property refers to them or one of their lists has items.
  func withDepartures(
    _ runs: [ChangeRun], in transaction: Int
  ) throws(Diagnostic) -> (runs: [ChangeRun], remarks: [String]) {
    guard runs.contains(where: { changes.listLeft(by: $0) != nil }) else { return (runs, []) }
    let past = try attempt(store.past(at: transaction - 1))
    var result: [ChangeRun] = []
    var remarks: [String] = []
    for (place, run) in runs.enumerated() {
      guard let list = changes.listLeft(by: run) else {
        result.append(run)
        continue
      }
      let referrers = try referrers(to: run.record, in: past)
      guard let referrers, let values = try values(of: run.record, in: past) else {
        remarks.append(
          "# \(run.record) was removed from \(list.owner).\(list.name.asName); the script cannot "
            + "repeat this, because a required property refers to \(run.record) or a list of "
            + "\(run.record) has items")
        continue
      }
      var (deletion, creation) = (ChangeRun(of: run.record), ChangeRun(of: run.record))
      (deletion.exists, creation.existed) = (false, false)
      for (name, value) in values { deletion.values[name] = (value, nil) }
      for earlier in runs[..<place] where earlier.record == run.record {
        for (name, value) in earlier.values { deletion.values[name] = (value.new, nil) }
      }
      for (name, value) in run.values { deletion.values[name] = (value.old, nil) }
      creation.values = deletion.values.mapValues { (nil, $0.old) }
      for (name, value) in run.values { creation.values[name] = (nil, value.new) }
      let value = Value.reference(run.record)
      result += referrers.map { Self.run($0.record, $0.property, from: value, to: nil) }
      result += [deletion, creation]
      result += referrers.map { Self.run($0.record, $0.property, from: nil, to: value) }
    }
    return (result, remarks)
  }

  private static func run(
    _ record: RecordID, _ property: String, from old: Value?, to new: Value?
  ) -> ChangeRun {
    var run = ChangeRun(of: record)
    run.values[property] = (old, new)
    return run
  }

  /// The record's former values by property; nil if a list of the record had items, because the list
  /// would be lost with the record.
  private func values(
    of record: RecordID, in past: Store
  ) throws(Diagnostic) -> [String: Value]? {
    guard let type = past.schema.type(named: record.type),
      let values = try attempt(past.queries.values(of: record))
    else { return nil }
    var named: [String: Value] = [:]
    for (property, value) in zip(type.properties, values) where !property.isComputed {
      guard let value else { continue }
      if property.inverse != nil { continue }
      guard property.kind.isListOfRecords else {
        named[property.name] = value
        continue
      }
      if value != .list([]) { return nil }
    }
    return named
  }

  /// The records that refer to the record; nil if one of the references is required.
  private func referrers(
    to record: RecordID, in past: Store
  ) throws(Diagnostic) -> [(record: RecordID, property: String)]? {
    var referrers: [(record: RecordID, property: String)] = []
    for type in past.schema.types {
      let references = type.properties.enumerated().filter {
        $0.element.kind == .reference(to: record.type)
      }
      guard !references.isEmpty else { continue }
      let records = try attempt(past.queries.select(RecordQuery(type.name)))
      while let (number, values) = try attempt(records.next()) {
        let id = RecordID(type.name, number)
        for (index, property) in references
        where values[index] == .reference(record) && id != record {
          guard property.isOptional else { return nil }
          referrers.append((id, property.name))
        }
      }
    }
    return referrers
  }
}

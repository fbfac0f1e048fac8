internal import Records

extension UndoEngine {
  /// Converts the past values of a record to the current definition of its type.
  ///
  /// Renamed properties are identified by number, and changed kinds are converted as by `alter`. A
  /// property added later keeps its value, or gets its default.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` that names the first value
  ///   that cannot be converted, and the transaction that changed its property.
  func converted(
    _ values: [Value?], of id: RecordID, _ then: Table, _ now: Table, present: [Value?]?,
    from state: Snapshot
  ) throws(StoreError) -> [Value?] {
    let transaction = state.transaction
    func refusal(
      _ name: String, _ why: StoreError.Reason, _ number: Int
    ) throws(StoreError) -> StoreError {
      let change = try engine.value(
        "SELECT max(tx) FROM wb_def WHERE object = ?1 AND tx > ?2", .text("prop:\(number)"),
        .integer(transaction))
      let by = try change.integer.flatMap { number throws(StoreError) in
        try history.entry(ofTransaction: number)
      }
      return StoreError(.refused, .unrestorable(id, property: name, at: transaction, why, by: by))
    }
    for (index, property) in then.type.properties.enumerated()
    where !property.isComputed && !now.properties.contains(then.properties[index]) {
      guard let value = values[index], value != .list([]) else { continue }
      let number = then.properties[index]
      throw try refusal(
        property.name, .lostValue(literal: property.kind.literal(value)), number)
    }
    var result: [Value?] = []
    for (index, property) in now.type.properties.enumerated() {
      let number = now.properties[index]
      guard !property.isComputed else {
        result.append(nil)
        continue
      }
      let place = then.properties.firstIndex(of: number)
      if property.kind.isListOfRecords {
        result.append(place.flatMap { values[$0] } ?? present?[index])
        continue
      }
      do throws(Violation) {
        guard let place else {
          // A recreated record gets its calculated default.
          if present == nil, property.hasCalculatedDefault {
            result.append(nil)
            continue
          }
          result.append(
            try property.checked(present.map { $0[index] } ?? property.defaultValue(at: nil)))
          continue
        }
        let former = then.type.properties[place]
        let conversion = ValueConversion(
          AlteredProperty(property: property, former: former), at: nil)
        result.append(
          try conversion.value(of: then.storages[place].stored(values[place]), former.kind))
      } catch {
        throw try refusal(property.name, .stated(error.message), number)
      }
    }
    return result
  }
}

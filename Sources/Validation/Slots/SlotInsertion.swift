/// Reads what is typed or pasted into a row of places, and brings the literals along.
struct SlotInsertion {
  let form: SlotForm
  let point: InsertionPoint

  /// What becomes of one scalar that is typed.
  func typed(_ scalar: Unicode.Scalar) -> Insertion {
    if passesLiteral(scalar) { return .move(1) }
    return filled(with: [scalar]).insertion
  }

  /// What becomes of a text that is put in at once: the first of several ways to read it that fits.
  func pasted(_ readings: [ArraySlice<Unicode.Scalar>]) -> Insertion {
    var insertion: Insertion?
    for reading in readings where !reading.isEmpty {
      let filling = filled(with: reading)
      if filling.isFitting { return filling.insertion }
      insertion = filling.insertion
    }
    return insertion ?? .rejected(Rejection(message: "there is nothing in it to put in"))
  }

  private struct Filling {
    var text: [UInt8] = []
    var passed = 0
    var isFitting = false

    var insertion: Insertion { .insert(text, dropping: 0, droppingBehind: passed) }

    mutating func append(_ scalar: Unicode.Scalar) {
      if scalar.value < 0x80 {
        text.append(UInt8(scalar.value))
      } else {
        text += UTF8.encode(scalar)!
      }
    }
  }

  private func passesLiteral(_ scalar: Unicode.Scalar) -> Bool {
    guard point.replacesNothing, !point.after.isEmpty, let literal = form.literal(scalar),
      point.after.dropping(literal) != nil
    else { return false }
    guard let place = form.filled(by: point.before), place < form.places.count else { return true }
    if form.places[place] == .literal(literal) { return true }
    let free = form.free[place]
    return free == form.places.count || form.places[free].taking(scalar) == nil
  }

  // Each scalar goes where it would go as a key, so that typing and pasting end alike. What can go
  // nowhere is put in as it is, and rejected for it.
  private func filled(with scalars: some Sequence<Unicode.Scalar>) -> Filling {
    var filling = Filling()
    var after = point.after
    guard var place = form.filled(by: point.before) else {
      for scalar in scalars.prefix(form.places.count + 1) { filling.append(scalar) }
      return filling
    }
    var replacesNothing = point.replacesNothing
    for scalar in scalars {
      guard place < form.places.count else {
        filling.append(scalar)
        return filling
      }
      let free = form.free[place]
      guard let next = form.places.filling(place, free: free, with: scalar) else {
        filling.append(scalar)
        return filling
      }
      let literals = form.places[place..<next.place]
      if !literals.isEmpty, replacesNothing, !form.takes(after, from: free + 1) {
        let rest = passing(literals, in: after)
        filling.passed += after.count - rest.count
        after = rest
      }
      for case .literal(let literal) in literals { filling.append(literal) }
      filling.append(next.scalar)
      place = next.place + 1
      replacesNothing = true
    }
    filling.isFitting = form.takes(after, from: place)
    return filling
  }

  // Literals that are there already, all that are needed or the last of them, need not come again.
  private func passing(_ literals: ArraySlice<Slot>, in text: ArraySlice<UInt8>)
    -> ArraySlice<UInt8>
  {
    for start in literals.indices {
      var rest: ArraySlice<UInt8>? = text
      for case .literal(let literal) in literals[start...] { rest = rest?.dropping(literal) }
      if let rest { return rest }
    }
    return text
  }
}

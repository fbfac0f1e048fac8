struct NumberInsertion {
  let form: NumberForm
  let notation: Notation
  let point: InsertionPoint

  func reading(_ text: String, isTyped: Bool) -> Insertion {
    if isTyped {
      var scalars = text.unicodeScalars.makeIterator()
      if let scalar = scalars.next(), scalars.next() == nil { return typed(scalar) }
      if text.hasSameScalars(as: notation.symbols.minusSign) { return settled([ASCII.minus]) }
    }
    return pasted(text)
  }

  static func endsInLoneZero(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == ASCII.zero else { return false }
    return text.count == 1 || text.count == 2 && text.first == ASCII.minus
  }

  private func typed(_ scalar: Unicode.Scalar) -> Insertion {
    switch notation.mark(scalar) {
    case .digit(let digit):
      let bytes = [ASCII.zero + digit]
      // If a fraction of fixed length is complete, a typed digit replaces the next digit.
      guard point.replacesNothing, !point.after.isEmpty,
        form.isFractionFull(point.before, followedBy: point.after)
      else { return settled(bytes) }
      return .insert(bytes, dropping: 0, droppingAfter: 1)
    case .minus: return settled([ASCII.minus])
    case .point, .foreignPoint:
      if point.replacesNothing, point.after.first == ASCII.point { return .move(1) }
      return settled([ASCII.point])
    case .grouping:
      if point.isBeforeSeparator { return .move(1) }
      return .rejected(
        rejection(.separatorNotTyped, scalar))
    // Inserted unchanged, so that the rule rejects the character and reports the accepted
    // characters.
    case .foreign: return .insert(Array(String(scalar).utf8), dropping: 0)
    }
  }

  private func pasted(_ text: String) -> Insertion {
    let scalars = Array(text.unicodeScalars.pasted)[...]
    guard !scalars.isEmpty else {
      return .rejected(Rejection(.init(.notOfKind, .init(text), whole: .number)))
    }
    do throws(Rejection) {
      do throws(Rejection) {
        return settled(try number(scalars))
      } catch {
        // Affixes may look like digits or separators, so they are removed only if the text with
        // them is not a number.
        guard let stripped = Pasteboard.stripped(scalars, in: notation) else { throw error }
        guard !stripped.isEmpty else {
          throw Rejection(.init(.notOfKind, .init(text), whole: .number))
        }
        return settled(try number(stripped))
      }
    } catch {
      return .rejected(error)
    }
  }

  private func number(_ scalars: ArraySlice<Unicode.Scalar>) throws(Rejection) -> [UInt8] {
    let minus = notation.minusScalars.filter { !$0.isInvisible }
    var bytes: [UInt8] = []
    var separators: [Int] = []
    var wholeDigits = 0
    var hasPoint = false
    var foreignPoint: (scalar: Unicode.Scalar, place: Int)?
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if minus.count > 1, scalars[index...].starts(with: minus) {
        bytes.append(ASCII.minus)
        index += minus.count
        continue
      }
      switch notation.mark(scalars[index]) {
      case .digit(let digit):
        bytes.append(ASCII.zero + digit)
        if !hasPoint { wholeDigits += 1 }
      case .minus:
        bytes.append(ASCII.minus)
      case .point:
        bytes.append(ASCII.point)
        hasPoint = true
      case .foreignPoint:
        bytes.append(ASCII.point)
        hasPoint = true
        foreignPoint = (scalars[index], bytes.count)
      case .grouping:
        if hasPoint || separators.last == wholeDigits || wholeDigits == 0 {
          throw rejection(.separatorMisplaced, scalars[index])
        }
        separators.append(wholeDigits)
      case .foreign:
        let wrong = scalars[index]
        throw Rejection(.init(.wrongClass, .init([wrong]), of: .digit))
      }
      index += 1
    }
    for digits in separators where !notation.symbols.isGroupBoundary(wholeDigits - digits) {
      throw rejection(.separatorMisplaced, notation.symbols.groupingSeparator ?? ",")
    }
    if let (scalar, place) = foreignPoint, bytes.count - place == 3,
      bytes[place...].allSatisfy(\.isDigit)
    {
      // Three digits after the separator can be a fraction or a group.
      throw rejection(.separatorAmbiguous, scalar)
    }
    return bytes
  }

  private func rejection(_ code: Reason.Code, _ separator: Unicode.Scalar) -> Rejection {
    let decimal = notation.symbols.decimalSeparator
    return Rejection(.init(code, .init([separator]), before: .init([decimal])))
  }

  // Removes redundant leading zeros, and adds a zero before a leading separator.
  private func settled(_ bytes: [UInt8]) -> Insertion {
    let first = point.before.first
    // Fast path for the usual case: after a nonzero digit, no zero must be removed or added.
    if bytes.count == 1, let first, first != ASCII.minus, first != ASCII.zero {
      return .insert(bytes, dropping: 0)
    }
    var text = bytes
    let nextIsDigit = point.after.first?.isDigit ?? false
    let replacesZero =
      text[0].isDigit && !nextIsDigit && NumberInsertion.endsInLoneZero(point.before)
    let before = point.before.dropLast(replacesZero ? 1 : 0)
    let sign = before.isEmpty && text[0] == ASCII.minus ? 1 : 0
    if before.isEmpty || before.elementsEqual([ASCII.minus]) {
      var kept = sign
      while text.count > kept + 1, text[kept] == ASCII.zero, text[kept + 1].isDigit {
        kept += 1
      }
      text.removeSubrange(sign..<kept)
      if text.count > sign, text[sign] == ASCII.point { text.insert(ASCII.zero, at: sign) }
    }
    return .insert(text, dropping: replacesZero ? 1 : 0)
  }
}

enum NumberMark {
  case digit(UInt8)
  case point
  /// A separator that the locale does not use, so it must be a decimal separator.
  case foreignPoint
  case minus, grouping, foreign
}

extension Notation {
  /// The full stop and comma of Japanese keyboards, and the Arabic grouping separator.
  private static let otherSeparators: Set<Unicode.Scalar> = ["\u{3002}", "\u{3001}", "\u{66C}"]

  func mark(_ scalar: Unicode.Scalar) -> NumberMark {
    if let digit = digit(scalar) { return .digit(digit) }
    if scalar == symbols.decimalSeparator { return .point }
    if symbols.isGroupingSeparator(scalar) { return .grouping }
    if minusScalars == [scalar] { return .minus }
    switch scalar {
    // The Arabic decimal separator is unambiguous in every locale.
    case "\u{66B}": return .point
    case ".", ",": return .foreignPoint
    case "-": return .minus
    default:
      let plain = scalar.plain
      return plain == scalar ? .foreign : mark(plain)
    }
  }

  func meaning(ofRefused text: String) -> RefusedMeaning {
    let scalars = text.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      switch mark(scalar) {
      case .point, .foreignPoint, .grouping: return .separator
      case .digit, .minus: return .something
      case .foreign: return Self.otherSeparators.contains(scalar) ? .separator : .nothing
      }
    }
    let isMeant = scalars.contains { if case .foreign = mark($0) { false } else { true } }
    return isMeant || text.contains(symbols.minusSign) ? .something : .nothing
  }
}

struct NumberStep {
  let form: NumberForm

  /// The text after as many steps as the range allows. If both the start and the result are outside
  /// the range, the bound nearest to the result.
  func text(from text: [UInt8], by count: Int) -> [UInt8]? {
    guard let start = Number(text.isEmpty ? [ASCII.zero] : text) else { return nil }
    if let end = start.moved(by: count), isTaken(end.bytes) { return end.bytes }
    guard isTaken(start.bytes) else { return bound(beyond: start, by: count) }
    var (least, most) = (0 as UInt, count.magnitude)
    var last = start
    while least < most {
      let middle = least + (most - least + 1) / 2
      let steps = count < 0 ? 0 - Int128(middle) : Int128(middle)
      if let number = start.moved(by: steps), isTaken(number.bytes) {
        (least, last) = (middle, number)
      } else {
        most = middle - 1
      }
    }
    return last.bytes
  }

  private func bound(beyond start: Number, by count: Int) -> [UInt8]? {
    let end = start.moved(by: count) ?? start
    guard let value = end.value else { return nil }
    let digits = form.fractionDigits.lowerBound
    let bound =
      form.minimum.flatMap { value < $0 ? $0 : nil }
      ?? form.maximum.flatMap { value > $0 ? $0 : nil }
    guard let text = bound?.bytes(minimumFractionDigits: digits), isTaken(text) else { return nil }
    return text
  }

  private func isTaken(_ text: [UInt8]) -> Bool {
    form.shapeInRange(text[...]) != nil
  }

  // A number as an integer, in units of its last digit.
  private struct Number {
    var units: Int128
    var fractionDigits: Int

    init?(_ text: [UInt8]) {
      guard let shape = NumberShape(text[...]), shape.hasDigits else { return nil }
      let digits = text[shape.whole] + (shape.fraction.map { text[$0] } ?? [])
      guard digits.count <= ExactDecimal.maximumDigits else { return nil }
      let units = digits.reduce(0 as Int128) { $0 * 10 + Int128($1 - ASCII.zero) }
      self.units = shape.isNegative ? -units : units
      fractionDigits = shape.fraction?.count ?? 0
    }

    func moved(by count: some BinaryInteger) -> Number? {
      let (way, isTooLong) = ExactDecimal.power(fractionDigits)
        .multipliedReportingOverflow(by: Int128(count))
      let (units, isTooFar) = self.units.addingReportingOverflow(way)
      guard !isTooLong, !isTooFar else { return nil }
      var number = self
      number.units = units
      return number
    }

    var value: ExactDecimal? { NumberShape(bytes[...]).flatMap { ExactDecimal(bytes[...], $0) } }

    var bytes: [UInt8] {
      var digits = Array(units.magnitude.description.utf8)
      while digits.count <= fractionDigits { digits.insert(ASCII.zero, at: 0) }
      if fractionDigits > 0 { digits.insert(ASCII.point, at: digits.count - fractionDigits) }
      return (units < 0 ? [ASCII.minus] : []) + digits
    }
  }
}

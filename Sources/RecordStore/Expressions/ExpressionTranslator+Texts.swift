internal import Records

extension ExpressionTranslator {
  /// Reads quoted texts as values of the kind of what they stand beside: `opens < "09:00"`.
  mutating func readTexts(_ operands: [Operand]) throws(StoreError) {
    guard let kind = operands.lazy.compactMap(\.nature.textKind).first else { return }
    for operand in operands where operand.range.count == 1 {
      let place = operand.range.lowerBound
      guard case .text(let text) = tokens[place] else { continue }
      do throws(Violation) {
        try write(kind.readingText(text).bound, at: place)
      } catch {
        throw self.error(
          "\(tokens[place].words) is compared with a \(kind.name): \(error.message)", at: place)
      }
    }
  }

  /// Reads those quoted texts that are values of the kind of what they stand beside.
  mutating func readTexts(ifPossible operands: [Operand]) throws(StoreError) {
    guard let kind = operands.lazy.compactMap(\.nature.textKind).first else { return }
    for operand in operands {
      guard let text = text(of: operand), let value = try? kind.readingText(text) else { continue }
      write(value.bound, at: operand.range.lowerBound)
    }
  }

  mutating func write(_ value: SQLValue, at place: Int) {
    guard isPortable else { return emission.bind(.literal(value), at: place) }
    switch value {
    case .integer(let number): emission.write(number < 0 ? "(\(number))" : "\(number)", at: place)
    case .text(let text): emission.write(text.asSQLText, at: place)
    case .null, .real, .blob: preconditionFailure("no such value is written as a text")
    }
  }
}

extension PropertyKind {
  /// The value that a text means, with seconds also where properties of the kind have none.
  fileprivate func readingText(_ text: String) throws(Violation) -> Value {
    if case .time = self { return try PropertyKind.time(hasSeconds: true).reading(.text(text)) }
    if storage == .seconds {
      return try PropertyKind.duration(hasSeconds: true).reading(.text(text))
    }
    return try reading(.text(text))
  }
}

extension Names {
  // Maximum number of names listed in a message.
  private static let most = 5

  func objection(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Reason.Detail
  {
    if isEmpty { return Reason.Detail(.nothingToChoose) }
    let (wrong, isMistake) = wrongScalar(in: before)
    let front = before[..<wrong.lowerBound]
    let next = expected(after: front, followedBy: after)
    if next.isEmpty { return .nothing(after: front, before: after) }
    let subject = Reason.Quote(startOf: before[wrong])
    if !isMistake {
      return Reason.Detail(
        .cannotPrecede, subject, before: .init(startOf: after), expected: next)
    }
    return Reason.Detail(
      front.isEmpty ? .cannotStart : .cannotFollow, subject, after: .init(endOf: front),
      expected: next)
  }

  /// The caret is between `front` and `after`.
  func incompleteness(
    of text: ArraySlice<UInt8>, after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>
  ) -> Reason.Detail {
    guard hasName(beginningWith: text) else { return objection(to: text, followedBy: []) }
    let alike = alike(text)
    let next =
      alike.isEmpty
      ? expected(after: front, followedBy: after)
      : alike.prefix(Names.most).map { .literal(.init(startOf: self[$0][...])) }
    return next.isEmpty ? .more(after: text) : Reason.Detail(.unfinished, expected: next)
  }

  // The first scalar that no name has after the same beginning. If there is no such scalar, the
  // last scalar, because the text after the caret does not fit.
  private func wrongScalar(in text: ArraySlice<UInt8>) -> (Range<Int>, isMistake: Bool) {
    var reader = ScalarReader(text)
    var start = reader.index
    while reader.next() != nil {
      if !hasName(beginningWith: text[..<reader.index]) { return (start..<reader.index, true) }
      if reader.isAtEnd { break }
      start = reader.index
    }
    return (start..<text.endIndex, false)
  }

  private func expected(
    after text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>
  ) -> [Reason.Expected] {
    let rest = rest.caseFolded
    var found: [Int] = []
    var scalars: [Unicode.Scalar] = []
    for part in parted(after: text.caseFolded) where scalars.count <= Names.most {
      var left = part.names
      var next = number(in: left, after: part.end, holding: rest)
      if next != nil { scalars.append(part.next) }
      while let number = next, found.count <= Names.most {
        found.append(number)
        left = number + 1..<left.upperBound
        next = self.number(in: left, after: part.end, holding: rest)
      }
    }
    if found.count <= Names.most {
      return found.map { .literal(.init(startOf: self[$0][...])) }
    }
    let characters = scalars.prefix(Names.most).map { Reason.Expected.literal(.init([$0])) }
    return characters + (scalars.count > Names.most ? [.others] : [])
  }
}

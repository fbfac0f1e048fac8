extension Names {
  // More are not listed.
  private static let most = 5

  /// Why an insertion that ends the first of the two texts makes no name.
  func objection(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> String {
    var reader = ScalarReader(before)
    var start = reader.index
    while let scalar = reader.next() {
      guard hasName(beginningWith: before[..<reader.index]) else {
        let next = expected(behind: before[..<start])
        guard !next.isEmpty else {
          return start == before.startIndex
            ? "there is nothing to choose from" : "nothing can follow \(quoted(before[..<start]))"
        }
        let place =
          start == before.startIndex ? "come first" : "follow \(quoted(before[..<start]))"
        return "\(Quotation([scalar])) cannot \(place); expected \(next)"
      }
      start = reader.index
    }
    return "no choice begins with \(quoted(before)) and goes on with \(quoted(after))"
  }

  /// What a text lacks to be a name.
  func incompleteness(of text: ArraySlice<UInt8>) -> String {
    guard hasName(beginningWith: text) else { return objection(to: text, followedBy: []) }
    return "expected \(expected(behind: text))"
  }

  // The names where they are few, else the characters that can come next.
  private func expected(behind text: ArraySlice<UInt8>) -> String {
    var found = beginning(with: text)
    if found.first?.elementsEqual(text) == true { found.removeFirst() }
    if found.count <= Names.most { return Expectation.either(found.map { quoted($0[...]) }) }
    var characters: [String] = []
    while let name = found.first {
      guard characters.count < Names.most else { return "\(characters.joined(separator: ", ")), …" }
      var reader = ScalarReader(name[text.count...])
      guard let scalar = reader.next() else { break }
      characters.append("\(Quotation([scalar]))")
      found = found[beginning(with: name[..<reader.index]).endIndex...]
    }
    return Expectation.either(characters)
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    "\(Quotation(String(decoding: text, as: UTF8.self)))"
  }
}

/// Says why a text does not match a pattern, and what would go on.
struct PatternObjection {
  let grammar: PatternGrammar

  /// The message for an insertion that ends the first of the two texts.
  func message(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> String {
    if let message = message(to: before) { return message }
    let count = TextLengths.count(before + after)
    if count > grammar.lengths.most { return tooLong }
    // Other characters in the place of the last one may leave room for what is behind it.
    let start = before.lastIndex { $0 & 0xC0 != 0x80 } ?? before.startIndex
    let (front, last) = (before[..<start], before[start...])
    let others = expected(
      from: states(behind: front), behind: TextLengths.count(front), followedBy: after)
    return others.isEmpty
      ? "there is no room for \(quoted(last)) before \(quoted(after))"
      : "\(quoted(last)) cannot stand before \(quoted(after)); expected \(others)"
  }

  /// Why a text is not complete.
  func incompleteness(of text: ArraySlice<UInt8>) -> String {
    let count = TextLengths.count(text)
    if let message = message(to: text) {
      return count > grammar.lengths.most ? "\(tooLong), and there are \(count)" : message
    }
    return missing(from: states(behind: text), behind: count)
  }

  /// What is missing behind so many characters that lead to some states.
  func missing(from states: StateSet, behind count: Int) -> String {
    let first = expected(from: states, behind: count, followedBy: [])
    if first.isEmpty {
      return grammar.lengths.fewest > count
        ? "at least \(characters(grammar.lengths.fewest))"
        : "nothing that matches goes on like this"
    }
    guard let missing = grammar.lengths.missing(from: states, behind: count), missing > 1 else {
      return "expected \(first)"
    }
    // Only what is the same at each place can be said of all of them.
    var waiting = followers(of: states)
    for _ in 1..<missing {
      let next = followers(of: waiting)
      for letter in 0..<alphabet.count
      where alphabet.leads(letter, into: next) != alphabet.leads(letter, into: waiting) {
        return "expected \(first)"
      }
      waiting = next
    }
    return "\(missing) more characters: \(first)"
  }

  private var automaton: TextAutomaton { grammar.automaton }
  private var alphabet: Alphabet { automaton.alphabet }

  // What is wrong with a text that no text of the grammar begins with.
  private func message(to text: ArraySlice<UInt8>) -> String? {
    guard !grammar.begins(text) else { return nil }
    guard !grammar.isEmpty else { return "there is no text that matches" }
    let places = places(in: text)
    // What begins no text begins none with more behind it either. Where the pattern has no way to go
    // on is told in one pass; a length can only be tried.
    var low = automaton.count(ofScalarsTakenIn: text, from: automaton.start)
    var high = low + 1
    if !grammar.begins(text[..<places[low]]) {
      (low, high) = (0, 1)
      while grammar.begins(text[..<places[high]]) {
        (low, high) = (high, min(high * 2, places.count - 1))
      }
      while high - low > 1 {
        let middle = (low + high) / 2
        if grammar.begins(text[..<places[middle]]) { low = middle } else { high = middle }
      }
    }
    let front = text[..<places[low]]
    let count = grammar.lengths.areGiven ? 0 : TextLengths.count(front)
    let states = states(behind: front)
    let next = expected(from: states, behind: count, followedBy: [])
    if next.isEmpty {
      return followers(of: states).isEmpty ? "nothing can follow \(quoted(front))" : tooLong
    }
    let place = front.isEmpty ? "start this text" : "follow \(quoted(front))"
    return "\(quoted(text[places[low]..<places[high]])) cannot \(place); expected \(next)"
  }

  // The scalars with which a text can go on before another one.
  private func expected(
    from states: StateSet, behind count: Int, followedBy after: ArraySlice<UInt8>
  ) -> ScalarList {
    let following = followers(of: states)
    let lengths = grammar.lengths
    let scalars = Array(UTF8Scalars(after))
    let verdicts = (0..<alphabet.count).map { letter in
      var behind = following
      alphabet.restrict(&behind, to: letter)
      guard !automaton.states(behindGapsAnd: after, from: behind).isEmpty else { return false }
      return lengths.areGiven || lengths.reachEnd(from: behind, behind: count + 1, by: scalars)
    }
    return ScalarList(alphabet.ranges { verdicts[$0] })
  }

  private func states(behind text: ArraySlice<UInt8>) -> StateSet {
    automaton.states(behind: text, from: automaton.start)
  }

  private func followers(of states: StateSet) -> StateSet {
    var following = StateSet(width: automaton.width)
    following.formUnion(of: automaton.followers, over: states)
    return following
  }

  // The places between the scalars of a text.
  private func places(in text: ArraySlice<UInt8>) -> [Int] {
    text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.endIndex]
  }

  private var tooLong: String { "at most \(characters(grammar.lengths.most))" }

  private func characters(_ count: Int) -> String {
    count == 1 ? "1 character" : "\(count) characters"
  }

  // Of a long text the end is shown, where the caret is.
  private func quoted(_ text: ArraySlice<UInt8>) -> Quotation {
    let end = text.suffix(4 * PatternObjection.longest)
    let whole = end.count < text.count ? end.drop { $0 & 0xC0 == 0x80 } : end
    let scalars = Array(String(decoding: whole, as: UTF8.self).unicodeScalars)
    return Quotation(scalars.suffix(PatternObjection.longest))
  }

  private static let longest = 20
}

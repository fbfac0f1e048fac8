internal import Values

/// Checks the ASCII form of texts that contain domain names.
extension PatternGrammar {
  static func ascii(
    _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>,
    hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let isASCII = { (text: ArraySlice<UInt8>) in text.allSatisfy { $0 < 0x80 } }
    if isASCII(before), isASCII(after) { return (before, after) }
    let whole = (Array(before) + after)[...]
    let hosts = hosts(whole)
    return (
      DomainName.ascii(whole, in: 0..<before.count, hosts: hosts)[...],
      DomainName.ascii(whole, in: before.count..<whole.count, hosts: hosts)[...]
    )
  }

  func objection(
    to attempt: Attempt, in notation: Notation, hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> Reason.Detail {
    var (before, after) = Self.ascii(attempt.before, attempt.after, hosts: hosts)
    let last = attempt.before.lastIndex { $0 & 0xC0 != 0x80 } ?? attempt.before.startIndex
    if before.contains(where: { $0 >= 0x80 }) {
      // The label has no ASCII form with the last character; the characters before it are right.
      before =
        Self.ascii(attempt.before[..<last], [], hosts: hosts).before + attempt.before[last...]
    }
    var detail = PatternObjection(grammar: self).objection(to: before, followedBy: after)
    if detail.code == .cannotFollow, before.count != attempt.before.count {
      // Quote the typed text, not its ASCII form.
      detail.front = Reason.Quote(endOf: attempt.before[..<last])
    }
    return detail
  }

  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation,
    hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> Reason.Detail {
    let (before, after) = Self.ascii(point.before, point.after, hosts: hosts)
    return PatternObjection(grammar: self).incompleteness(
      of: Self.ascii(text[...], [], hosts: hosts).before, after: before, before: after)
  }
}

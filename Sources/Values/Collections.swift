extension BidirectionalCollection<String> {
  /// Joins the elements with commas, and the last two with a word: `a, b or c`.
  package func listed(with word: String = "or") -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension RandomAccessCollection {
  /// Binary search: returns the index of the first element for which `claim` is true, or the end
  /// index. `claim` must be true for all later elements too.
  @inlinable package func partitionIndex<Failure: Error>(
    where claim: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try claim(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

/// Returns the candidate of which `word` is most likely a misspelling.
///
/// At most two letters, and at most a third of the letters, may be missing, added, changed or
/// swapped with the next letter. A difference in case alone always matches, as does a prefix of
/// three or more letters. The first of several equally good candidates wins.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(word.prefix(longestMisspelling + 1))
  guard letters.count <= longestMisspelling else { return nil }
  let lowercased = Array(word.lowercased())
  let allowed = min(2, max(1, letters.count / 3))
  var best: (distance: Int, difference: Int, candidate: String)?
  for candidate in candidates {
    let other = Array(candidate.prefix(longestMisspelling + 1))
    let isBeginning = letters.count > 2 && other.starts(with: letters)
    guard abs(other.count - letters.count) <= 2 || isBeginning, !other.isEmpty else { continue }
    let distance: Int
    if Array(candidate.lowercased()) == lowercased {
      distance = 0
    } else if isBeginning {
      distance = 1
    } else {
      // A word of two letters allows no misspelling, except that a last letter may be missing or
      // added.
      let isNear =
        letters.count == 2 && (other.starts(with: letters) || letters.starts(with: other))
      guard letters.count > 2 || isNear else { continue }
      distance = editDistance(letters, other)
      guard distance <= allowed else { continue }
    }
    // Prefers the candidate with the same letters: for `lst`, `list` rather than `let`.
    let difference = distance == 0 || isBeginning ? 0 : letterDifference(letters, other)
    if let best, (best.distance, best.difference) <= (distance, difference) { continue }
    best = (distance, difference, candidate)
  }
  return best?.candidate
}

/// Longer words are assumed to be data, not misspellings.
private let longestMisspelling = 64

private func letterDifference(_ first: [Character], _ second: [Character]) -> Int {
  var rest = second
  var missing = 0
  for letter in first {
    if let index = rest.firstIndex(of: letter) { rest.remove(at: index) } else { missing += 1 }
  }
  return missing + rest.count
}

/// The Damerau–Levenshtein distance (adjacent swaps only).
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let change = last[column] + (first[row] == second[column] ? 0 : 1)
      var least = min(change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1],
        first[row - 1] == second[column]
      {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    beforeLast = last
    last = current
  }
  return last[second.count]
}

internal import Interactors
internal import Validation

package struct ListedCandidates: Hashable, Sendable {
  package var texts: [String]
  /// The number of candidates that are not in `texts`.
  package var more: Int
  /// The index of the candidate that Return chooses; nil if the list has not been entered.
  package var chosen: Int?
}

struct CandidateList {
  private var chosen: Int?
  /// The text at which the user closed the list.
  private var closed: String?

  mutating func move(by count: Int, among candidates: Int) {
    let next = (chosen ?? -1) + count
    chosen = next < 0 ? nil : min(next, candidates - 1)
  }

  mutating func close(_ text: String) { (chosen, closed) = (nil, text) }

  func shown(of field: TextFieldInteractor) -> ListedCandidates? {
    guard field.hasEdits, closed != field.text else { return nil }
    let candidates = field.candidates
    guard !candidates.texts.isEmpty else { return nil }
    return ListedCandidates(
      texts: candidates.texts, more: candidates.count - candidates.texts.count,
      chosen: chosen.map { min($0, candidates.texts.count - 1) })
  }
}

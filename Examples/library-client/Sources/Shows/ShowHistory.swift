internal import Records

/// Undoes and redoes changes of a show, of its list of reviews and of each review.
public final class ShowHistory {
  private let show: Show
  private var followed: [any PropertySubject] = []
  private var (undos, redos): ([() -> Void], [() -> Void]) = ([], [])
  private var isUndoing = false

  /// Creates a history that records all later changes of the show.
  public init(_ show: Show) {
    self.show = show
    follow(show)
    for review in show.reviews { follow(review) }
    show.objectsChanged.add { [weak self, unowned show] _, change in
      guard let old = change.old as? [Review], let new = change.new as? [Review] else { return }
      for review in new { self?.follow(review) }
      self?.note { show.reviews = old }
    }
  }

  /// Undoes the last change.
  public func undo() {
    isUndoing = true
    undos.popLast()?()
    isUndoing = false
  }

  /// Redoes the last undone change.
  public func redo() {
    var rest = redos
    rest.popLast()?()
    redos = rest
  }

  private func note(_ step: @escaping () -> Void) {
    if isUndoing { redos.append(step) } else { (undos, redos) = (undos + [step], []) }
  }

  private func follow(_ subject: some PropertySubject) {
    guard !followed.contains(where: { $0 === subject }) else { return }
    followed.append(subject)
    subject.propertyChanged.add { [weak self, unowned subject] _, change in
      guard let name = change.name, subject.items(of: name) == nil else { return }
      self?.note { subject.restore(name, to: change.old) }
    }
  }
}

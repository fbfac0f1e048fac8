public import Interactors
public import Presentation
internal import Records

/// The presenter of a show's screen: two formatters, with one section each, and a form for the
/// selected review.
public final class ShowPresenter:
  ScreenPresenter<Int, Show, ShowItemID, ShowItemKind>
{
  /// The fields of the selected review; nil if no review is selected.
  public private(set) var form: FormInteractor?

  /// Creates the presenter of the show with a number.
  ///
  /// - Parameter find: returns the show with a number; may be slow or throw.
  public init(
    _ number: Int, wireframe: any Wireframe, find: @escaping (Int) throws -> Show
  ) {
    let loading = LoadingInteractor<Int, Show> { number, step in
      try step(LoadingProgress("the show", done: 0, of: 1))
      return try find(number)
    }
    super.init(
      number, loading: loading, formatters: [ShowFormatter(), ReviewsFormatter()],
      wireframe: wireframe)
    title = { $0.title }
    subjects = { [$0] + $0.reviews }
    add(
      PresenterCommand("add a review", needs: .nothing, answers: .add) { [weak self] _ in
        self?.addReview()
      })
    add(
      PresenterCommand(
        "remove the review", needs: .one, answers: .remove,
        obstacle: { [weak self] items in self?.review(items) == nil ? "it is no review" : nil },
        body: { [weak self] items in self?.remove(items) }))
    selection.changed.add { [weak self] _, items in self?.edit(items) }
  }

  private func review(_ items: [ShowItemID]) -> Review? {
    model?.reviews.first { items == [.review(ObjectIdentifier($0))] }
  }

  private func addReview() {
    let review = Review()
    model?.reviews.append(review)
    selection.replace(with: [.review(ObjectIdentifier(review))])
  }

  private func remove(_ items: [ShowItemID]) {
    guard let review = review(items) else { return }
    model?.reviews.removeAll { $0 === review }
  }

  /// Puts the fields of the selected review in the place of those of the one before.
  private func edit(_ items: [ShowItemID]) {
    if let form { unnest(form) }
    form = review(items).map { review in
      let form = FormInteractor(review)
      form.add(IntegerTextFieldInteractor(review, "rating", in: 1...5), as: "rating")
      let length = LengthRange(minimum: 0, maximum: 200)
      form.add(TextTextFieldInteractor(review, "text", length: length), as: "text")
      return form
    }
    if let form { nest(form) }
  }
}

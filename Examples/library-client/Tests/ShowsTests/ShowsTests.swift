import Shows
import Testing

@Suite struct ShowsTests {
  private let show = Show(title: "Lost", summary: "An island.", image: "lost.png")

  private func wireframe() -> PageWireframe {
    struct Missing: Error, CustomStringConvertible {
      var description: String { "there is no such show" }
    }
    return PageWireframe { [show] number in
      guard number == 1 else { throw Missing() }
      return show
    }
  }

  @Test func aShowWithoutReviewsSaysSo() {
    let wireframe = wireframe()
    wireframe.open(1)
    #expect(
      wireframe.page.html == """
        <h1>Lost</h1>
        <img src="lost.png">
        <p>An island.</p>
        <h2>Reviews</h2>
        <p><em>no reviews</em></p>
        <a href="#add">Add a review</a>
        <button>add a review</button>
        <button disabled title="nothing is selected">remove the review</button>
        """)
  }

  @Test func aReviewIsAddedThroughItsFieldsAndThePageFollowsEachKey() throws {
    let wireframe = wireframe()
    wireframe.open(1)
    let screen = try #require(wireframe.screens.top)
    show.reviews = [Review(rating: 4, text: "fine")]
    try screen.handle(.add)
    let form = try #require(screen.form)
    form.focusFirst()?.press(.selectAll)
    // A key that the rule refuses changes nothing.
    form.focusedField?.press(.character("7"))
    #expect(show.reviews.last?.rating == 3)
    form.focusedField?.press(.character("5"))
    #expect(wireframe.page.html.contains("<p>4½ of 5</p>"))
    form.leaveForNext()
    form.focusedField?.press(.paste("<b>"))
    #expect(wireframe.page.html.contains("<blockquote>★★★★★ &lt;b&gt;</blockquote>"))
    form.cancel()
    #expect(show.reviews.last?.rating == 3)
    try screen.handle(.remove)
    #expect(show.reviews.map(\.text) == ["fine"])
    #expect(screen.form == nil)
  }

  @Test func aShowThatIsNotThereIsAlertedAndItsScreenLeft() {
    let wireframe = wireframe()
    wireframe.open(2)
    #expect(wireframe.alerts.map(\.message) == ["there is no such show"])
    #expect(wireframe.progress == nil)
    #expect(wireframe.screens.top == nil)
  }

  @Test func changesOfAListAndItsItemsAreUndoneAndRedone() {
    let history = ShowHistory(show)
    let review = Review(rating: 4)
    show.reviews.append(Review())
    show.reviews.append(review)
    review.text = "fine"
    show.reviews.removeFirst()
    show.title = "Found"
    func state() -> String { show.title + show.reviews.map { " \($0.rating)" + $0.text }.joined() }
    var states = [state()]
    for _ in 0..<6 {
      history.undo()
      states.append(state())
    }
    #expect(
      states == ["Found 4fine", "Lost 4fine", "Lost 3 4fine", "Lost 3 4", "Lost 3", "Lost", "Lost"])
    for former in states.dropLast(2).reversed() {
      history.redo()
      #expect(state() == former)
    }
    #expect(show.reviews.first === review)
  }

  @Test func theMenuSaysWhyACommandDoesNotFit() throws {
    let wireframe = wireframe()
    wireframe.open(1)
    let screen = try #require(wireframe.screens.top)
    try screen.handle(.select([.summary]))
    #expect(screen.menu.value.map(\.reason) == [nil, "it is no review"])
  }
}

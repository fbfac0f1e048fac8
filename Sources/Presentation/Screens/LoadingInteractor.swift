public import Interactors

/// Loads all models of a screen together, such as a show and its reviews, by an id.
///
/// ```swift
/// let loading = LoadingInteractor<RecordID, ShowModel> { id, step in
///   try step(LoadingProgress("show", done: 0, of: 2))
///   let show = try store.show(id)
///   try step(LoadingProgress("reviews", done: 1, of: 2))
///   return ShowModel(show, try store.reviews(of: id))
/// }
/// ```
///
/// An interactor created by ``init(waiting:)`` can wait for a server. The interactor stays on its
/// caller's actor, so that models of the main actor can be loaded and shown there.
public final class LoadingInteractor<ID, Model>: Interactor {
  /// Shows progress; throws `CancellationError` if the user has cancelled, or the task is
  /// cancelled.
  public typealias Step = (LoadingProgress) throws -> Void
  /// Loads a model by an id, on the caller's actor.
  ///
  /// A closure created outside of an actor should not have a capture list: with one, Swift 6.3 does
  /// not return to the caller's actor after an `await`. Use a `weak let` before the closure
  /// instead.
  public typealias WaitingBody = nonisolated(nonsending) (ID, Step) async throws -> Model

  /// The result of loading.
  public enum Outcome {
    /// Loading has succeeded.
    case loaded(Model)
    /// Loading has failed, and the user has seen an alert.
    case failed(any Error)
    /// Loading was cancelled by the user or with its task.
    case cancelled
  }

  /// Creates the alert for an error; by default from its description.
  public var alert: (any Error) -> WireframeAlert = { WireframeAlert($0.sentence) }
  private let body: Body

  private enum Body {
    case atOnce((ID, Step) throws -> Model)
    case waiting(WaitingBody)
  }

  /// Creates an interactor from a closure that calls `step` before each part it loads.
  public init(_ body: @escaping (ID, Step) throws -> Model) {
    self.body = .atOnce(body)
  }

  /// Creates an interactor from an asynchronous closure that calls `step` before each part it
  /// loads.
  public init(waiting body: @escaping WaitingBody) {
    self.body = .waiting(body)
  }

  /// Loads a model and shows the progress through a wireframe.
  ///
  /// The progress is always hidden at the end, before an error is shown in an alert.
  ///
  /// - Precondition: the interactor was not created by ``init(waiting:)``.
  public func load(_ id: ID, through wireframe: some Wireframe) -> Outcome {
    guard case .atOnce(let body) = body else {
      preconditionFailure("an asynchronous interactor must load with await")
    }
    return load(id, by: body, wireframe)
  }

  /// Loads a model on the caller's actor and shows the progress through a wireframe.
  ///
  /// The progress is always hidden at the end, before an error is shown in an alert.
  nonisolated(nonsending) public func load(
    _ id: ID, through wireframe: some Wireframe
  ) async -> Outcome {
    switch body {
    case .atOnce(let body): return load(id, by: body, wireframe)
    case .waiting(let body):
      let loaded: Result<Model, any Error>
      do {
        loaded = .success(try await body(id) { try Self.step($0, wireframe) })
      } catch {
        loaded = .failure(error)
      }
      return tell(loaded, wireframe)
    }
  }

  private func load(
    _ id: ID, by body: (ID, Step) throws -> Model, _ wireframe: some Wireframe
  ) -> Outcome {
    tell(Result { try body(id) { try Self.step($0, wireframe) } }, wireframe)
  }

  private static func step(_ progress: LoadingProgress, _ wireframe: some Wireframe) throws {
    wireframe.showProgress(progress)
    if wireframe.isCancelled || Task.isCancelled { throw CancellationError() }
  }

  private func tell(
    _ loaded: Result<Model, any Error>, _ wireframe: some Wireframe
  ) -> Outcome {
    wireframe.hideProgress()
    switch loaded {
    case .success(let model): return .loaded(model)
    case .failure(is CancellationError): return .cancelled
    case .failure(let error):
      wireframe.alert(alert(error))
      return .failed(error)
    }
  }
}

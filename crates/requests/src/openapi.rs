//! Descriptions of routes for OpenAPI.

use agon_protocol::error::Fault;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{Array, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Content, Ref, RefOr, Required, ResponseBuilder};
use utoipa::{IntoParams, ToSchema};

use crate::backend::Backend;
use crate::route::Route;

const JSON: &str = "application/json";

/// Description of a route.
#[derive(Default)]
pub struct Description {
    /// The operation.
    pub operation: Operation,
    /// Types that it names.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl<B: Backend> Route<B> {
    /// Describes the route.
    #[must_use]
    pub fn description(&self) -> Description {
        let mut description = Description::default();
        (self.describe)(&mut description);
        let fault = description.reference::<Fault>();
        description.response("4XX", Some((JSON, fault)));
        description
    }
}

impl Description {
    pub(crate) fn about(&mut self, tag: &str, name: &str, summary: &str) {
        self.operation.tags = Some(vec![tag.to_owned()]);
        self.operation.operation_id = Some(name.to_owned());
        self.operation.summary = Some(summary.to_owned());
    }

    pub(crate) fn id(&mut self) {
        self.path_parameter("id");
    }

    pub(crate) fn game(&mut self) {
        self.path_parameter("game");
    }

    fn path_parameter(&mut self, name: &str) {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
        self.parameter(parameter.required(Required::True).schema(Some(string())).build());
    }

    fn parameter(&mut self, parameter: Parameter) {
        self.operation.parameters.get_or_insert_default().push(parameter.into());
    }

    pub(crate) fn query<T: IntoParams>(&mut self) {
        T::into_params(|| Some(ParameterIn::Query)).into_iter().for_each(|one| self.parameter(one));
    }

    pub(crate) fn body<T: ToSchema>(&mut self) {
        let content = Content::new(Some(self.reference::<T>()));
        let body = RequestBodyBuilder::new().content(JSON, content).required(Some(Required::True));
        self.operation.request_body = Some(body.build().into());
    }

    pub(crate) fn json<T: ToSchema>(&mut self) {
        let schema = self.reference::<T>();
        self.response("200", Some((JSON, schema)));
    }

    pub(crate) fn created<T: ToSchema>(&mut self) {
        let schema = self.reference::<T>();
        self.response("201", Some((JSON, schema)));
    }

    pub(crate) fn list<T: ToSchema>(&mut self) {
        let schema = RefOr::T(Array::new(self.reference::<T>()).into());
        self.response("200", Some((JSON, schema)));
    }

    pub(crate) fn encoded_list<T: ToSchema>(&mut self) {
        self.list::<T>();
    }

    pub(crate) fn text(&mut self) {
        self.response("200", Some(("text/plain", string())));
    }

    pub(crate) fn file(&mut self) {
        self.text();
    }

    pub(crate) fn nothing(&mut self) {
        self.response("204", None);
    }

    fn response(&mut self, status: &str, content: Option<(&str, RefOr<Schema>)>) {
        let mut response = ResponseBuilder::new();
        if let Some((kind, schema)) = content {
            response = response.content(kind, Content::new(Some(schema)));
        }
        self.operation.responses.responses.insert(status.to_owned(), response.build().into());
    }

    fn reference<T: ToSchema>(&mut self) -> RefOr<Schema> {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
        Ref::from_schema_name(T::name()).into()
    }
}

fn string() -> RefOr<Schema> {
    RefOr::T(ObjectBuilder::new().schema_type(Type::String).into())
}
